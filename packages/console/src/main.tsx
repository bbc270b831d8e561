import { render } from 'preact'
import { followLinks } from './navigation.ts'
import { App } from './parts/app.tsx'
import './styles.css'

document.addEventListener('click', followLinks)
render(<App />, document.getElementById('app') as HTMLElement)
