import { checkNode } from './check-node.ts'

checkNode(globalThis.process?.versions)
