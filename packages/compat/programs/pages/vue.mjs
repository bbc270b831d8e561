// A website in Vue that changes pages without loading them, with the chat as an element.
import '@doorkit/widget/element'
import { createApp, h, ref } from 'vue'
import { createRouter, createWebHistory, RouterLink, RouterView } from 'vue-router'

const { siteKey, baseUrl } = document.querySelector('[data-site-key]').dataset

const website = {
  setup() {
    const hasChat = ref(true)
    const onClick = () => {
      hasChat.value = !hasChat.value
    }
    return () => [
      ...['/', '/prices', '/doors'].map((path) => h(RouterLink, { to: path }, () => path)),
      h('button', { id: 'toggle', type: 'button', onClick }, 'Chat'),
      h(RouterView),
      hasChat.value ? h('doorkit-chat', { 'site-key': siteKey, 'base-url': baseUrl }) : null,
    ]
  },
}

const page = { render: () => h('p', { id: 'page' }, 'A page.') }
const routes = [{ path: '/:rest(.*)', component: page }]
const root = document.createElement('div')
root.id = 'website'
document.body.append(root)
createApp(website)
  .use(createRouter({ history: createWebHistory(), routes }))
  .mount(root)
