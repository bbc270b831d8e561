export { type DemoOptions, type DemoReport, seedDemo } from './seed-demo.ts'
