export { default } from '@doorkit/tests/postgres/setup'
