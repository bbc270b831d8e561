// A website in Vue that changes pages without loading them, with the chat as an element.
import '@doorkit/widget/element'
import { createApp, h, ref } from 'vue'
import { createRouter, createWebHistory, RouterLink, RouterView } from 'vue-router'

const { siteKey, baseUrl, eachPage } = document.querySelector('[data-site-key]').dataset
const paths = ['/', '/prices', '/doors']
const hasChat = ref(true)
const chat = () =>
  hasChat.value ? h('doorkit-chat', { 'site-key': siteKey, 'base-url': baseUrl }) : null

const website = {
  setup() {
    const onClick = () => {
      hasChat.value = !hasChat.value
    }
    return () => [
      ...paths.map((path) => h(RouterLink, { to: path }, () => path)),
      h('button', { id: 'toggle', type: 'button', onClick }, 'Chat'),
      h(RouterView),
      eachPage ? null : chat(),
    ]
  },
}

// With `eachPage`, each page has its own chat element.
const routes = paths.map((path) => ({
  path,
  component: { render: () => h('div', [`The page ${path}.`, eachPage ? chat() : null]) },
}))
const root = document.createElement('div')
root.id = 'website'
document.body.append(root)
createApp(website)
  .use(createRouter({ history: createWebHistory(), routes }))
  .mount(root)
