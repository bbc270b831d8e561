// A website in React that changes pages without loading them, with the chat as an element.
import '@doorkit/widget/element'
import { createElement, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, Link, Route, Routes } from 'react-router'

const { siteKey, baseUrl } = document.querySelector('[data-site-key]').dataset

function Website() {
  const [hasChat, setHasChat] = useState(true)
  const links = ['/', '/prices', '/doors'].map((path) =>
    createElement(Link, { key: path, to: path }, path),
  )
  const page = createElement('p', { id: 'page' }, 'A page.')
  const onClick = () => setHasChat((has) => !has)
  return createElement(
    BrowserRouter,
    null,
    ...links,
    createElement('button', { id: 'toggle', type: 'button', onClick }, 'Chat'),
    createElement(Routes, null, createElement(Route, { path: '*', element: page })),
    hasChat && createElement('doorkit-chat', { 'site-key': siteKey, 'base-url': baseUrl }),
  )
}

const root = document.createElement('div')
root.id = 'website'
document.body.append(root)
createRoot(root).render(createElement(StrictMode, null, createElement(Website)))
