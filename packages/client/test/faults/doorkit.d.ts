import type { Sdk } from './sdk.ts'
/** This SDK: the client under test, and the webhooks of its sister package. */
export declare const doorkit: Sdk
