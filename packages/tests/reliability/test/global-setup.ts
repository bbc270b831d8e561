export { default } from '../../../cli/test/bundle-setup.ts'
