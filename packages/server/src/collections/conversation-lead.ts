import { collection } from './collection.ts'

/**
 * All people whose contact details were ever the lead of a conversation. The conversation itself shows
 * only the latest, but privacy operations must also find it by the earlier ones.
 */
export const conversationLeads = collection<
  { workspace: 'text'; email: 'text'; conversation: 'text' },
  { readonly contact: string }
>({
  name: 'conversation_namings',
  columns: { workspace: 'text', email: 'text', conversation: 'text' },
  indexes: [
    { name: 'conversation_namings_email', on: ['workspace', 'email'] },
    { name: 'conversation_namings_conversation', on: ['workspace', 'conversation'] },
  ],
  retention: 'forever',
  fields: { email: { is: 'email' }, conversation: { of: 'conversations' }, contact: 'personal' },
  exported: 'no, but its conversation is',
})
