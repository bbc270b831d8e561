import { render } from 'preact'
import { App } from './parts/app.tsx'
import { followLinks } from './place.ts'
import './styles.css'

document.addEventListener('click', followLinks)
render(<App />, document.getElementById('app') as HTMLElement)
