// A website in React that changes pages without loading them, with the chat as an element.
import '@doorkit/widget/element'
import { createElement, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, Link, Route, Routes } from 'react-router'

const { siteKey, baseUrl, eachPage } = document.querySelector('[data-site-key]').dataset
const paths = ['/', '/prices', '/doors']

function Website() {
  const [hasChat, setHasChat] = useState(true)
  const links = paths.map((path) => createElement(Link, { key: path, to: path }, path))
  const chat =
    hasChat && createElement('doorkit-chat', { 'site-key': siteKey, 'base-url': baseUrl })
  // With `eachPage`, each page has its own chat element.
  const pages = paths.map((path) => {
    const element = createElement('div', { key: path }, `The page ${path}.`, eachPage && chat)
    return createElement(Route, { key: path, path, element })
  })
  const onClick = () => setHasChat((has) => !has)
  return createElement(
    BrowserRouter,
    null,
    ...links,
    createElement('button', { id: 'toggle', type: 'button', onClick }, 'Chat'),
    createElement(Routes, null, ...pages),
    !eachPage && chat,
  )
}

const root = document.createElement('div')
root.id = 'website'
document.body.append(root)
createRoot(root).render(createElement(StrictMode, null, createElement(Website)))
