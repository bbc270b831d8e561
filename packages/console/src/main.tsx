import { render } from 'preact'
import { App } from './app.tsx'
import { followLinks } from './navigation.ts'
import './styles.css'

document.addEventListener('click', followLinks)
render(<App />, document.getElementById('app') as HTMLElement)
