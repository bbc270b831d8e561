export { default } from '@doorkit/test-postgres/setup'
