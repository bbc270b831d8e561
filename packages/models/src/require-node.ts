import { checkNode } from './check-node-version.ts'

checkNode(globalThis.process?.versions)
