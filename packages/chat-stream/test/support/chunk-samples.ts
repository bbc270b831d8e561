/** A chunk with all fields of its kind, and the names of the fields that may be missing. */
export interface ChunkSample {
  chunk: { type: string; [field: string]: unknown }
  optional: readonly string[]
}

const providerMetadata = { acme: { cached: true, tokens: [1, 2] } }
const call = { toolCallId: 'call-1', toolName: 'search', title: 'Search', dynamic: false }
const execution = { providerExecuted: true, providerMetadata, toolMetadata: { cost: 1 } }
const provided = ['providerMetadata']
const callOptional = ['title', 'dynamic', 'providerExecuted', 'providerMetadata', 'toolMetadata']
const resultOptional = ['dynamic', 'providerExecuted', 'providerMetadata', 'toolMetadata']

const citation = {
  source: { type: 'source', sourceType: 'url', id: 's1', url: 'https://example.com', title: 'A' },
  startIndex: 0,
  endIndex: 4,
  citedText: 'Text',
}

/** The 29 literal types and one `data-*`, from the schema of AI SDK 7. */
export const chunkSamples: readonly ChunkSample[] = [
  {
    chunk: { type: 'start', messageId: 'msg_1', messageMetadata: { a: 1 } },
    optional: ['messageId', 'messageMetadata'],
  },
  {
    chunk: { type: 'finish', finishReason: 'stop', messageMetadata: { b: 2 } },
    optional: ['finishReason', 'messageMetadata'],
  },
  { chunk: { type: 'abort', reason: 'busy' }, optional: ['reason'] },
  { chunk: { type: 'error', errorText: 'It broke.' }, optional: [] },
  { chunk: { type: 'message-metadata', messageMetadata: { c: 3 } }, optional: [] },
  { chunk: { type: 'start-step' }, optional: [] },
  { chunk: { type: 'finish-step' }, optional: [] },
  { chunk: { type: 'reset-step' }, optional: [] },
  { chunk: { type: 'text-start', id: 't1', providerMetadata }, optional: provided },
  {
    chunk: { type: 'text-delta', id: 't1', delta: 'Héllo 🌍', providerMetadata },
    optional: provided,
  },
  {
    chunk: { type: 'text-end', id: 't1', citations: [citation], providerMetadata },
    optional: ['citations', ...provided],
  },
  { chunk: { type: 'reasoning-start', id: 'r1', providerMetadata }, optional: provided },
  {
    chunk: { type: 'reasoning-delta', id: 'r1', delta: 'Hm', providerMetadata },
    optional: provided,
  },
  { chunk: { type: 'reasoning-end', id: 'r1', providerMetadata }, optional: provided },
  {
    chunk: { type: 'reasoning-file', url: 'data:,x', mediaType: 'text/plain', providerMetadata },
    optional: provided,
  },
  {
    chunk: {
      type: 'file',
      url: 'https://example.com/a.png',
      mediaType: 'image/png',
      providerMetadata,
    },
    optional: provided,
  },
  {
    chunk: {
      type: 'source-url',
      sourceId: 's1',
      url: 'https://a.example',
      title: 'A',
      providerMetadata,
    },
    optional: ['title', ...provided],
  },
  {
    chunk: {
      type: 'source-document',
      sourceId: 's2',
      mediaType: 'application/pdf',
      title: 'Doc',
      filename: 'doc.pdf',
      providerMetadata,
    },
    optional: ['filename', ...provided],
  },
  { chunk: { type: 'custom', kind: 'acme.card', providerMetadata }, optional: provided },
  {
    chunk: {
      type: 'steering-message',
      id: 'st1',
      parts: [
        { type: 'text', text: 'Shorter, please.' },
        { type: 'file', mediaType: 'image/png', url: 'data:,y', filename: 'y.png' },
      ],
    },
    optional: [],
  },
  {
    chunk: { type: 'tool-input-start', inputEncoding: 'json', ...call, ...execution },
    optional: ['inputEncoding', ...callOptional],
  },
  {
    chunk: { type: 'tool-input-delta', toolCallId: 'call-1', inputTextDelta: '{"q":' },
    optional: [],
  },
  {
    chunk: { type: 'tool-input-available', input: { q: 'x' }, ...call, ...execution },
    optional: callOptional,
  },
  {
    chunk: { type: 'tool-input-error', input: 'bad', errorText: 'No.', ...call, ...execution },
    optional: callOptional,
  },
  {
    chunk: {
      type: 'tool-approval-request',
      approvalId: 'ap1',
      toolCallId: 'call-1',
      approvalDescriptor: { level: 1 },
      inputSchemaInput: { q: 'x' },
      reason: 'Costs money',
      isAutomatic: false,
      signature: 'sig',
    },
    optional: ['approvalDescriptor', 'inputSchemaInput', 'reason', 'isAutomatic', 'signature'],
  },
  {
    chunk: {
      type: 'tool-approval-response',
      approvalId: 'ap1',
      approved: true,
      reason: 'Fine',
      providerExecuted: true,
      providerMetadata,
    },
    optional: ['reason', 'providerExecuted', ...provided],
  },
  {
    chunk: {
      type: 'tool-output-available',
      toolCallId: 'call-1',
      output: [1],
      preliminary: true,
      dynamic: false,
      ...execution,
    },
    optional: ['preliminary', ...resultOptional],
  },
  {
    chunk: {
      type: 'tool-output-error',
      toolCallId: 'call-1',
      errorText: 'Down.',
      dynamic: false,
      ...execution,
    },
    optional: resultOptional,
  },
  { chunk: { type: 'tool-output-denied', toolCallId: 'call-1' }, optional: [] },
  {
    chunk: { type: 'data-weather', id: 'd1', data: { sun: true }, transient: false },
    optional: ['id', 'transient'],
  },
]

/** A value of the wrong type for every field, except for {@link fieldsOfAnyType}. */
export const wrongValue = 5

/** The fields whose values may have any type. */
export const fieldsOfAnyType: readonly string[] = [
  'messageMetadata',
  'input',
  'output',
  'data',
  'approvalDescriptor',
  'inputSchemaInput',
]

/** Every sample with a required field that is missing, or of the wrong type. */
export const brokenChunks = chunkSamples.flatMap(({ chunk, optional }) =>
  Object.keys(chunk)
    .filter((field) => field !== 'type' && !optional.includes(field))
    .flatMap((field) => {
      const { [field]: _, ...missing } = chunk
      const mistaken = { ...chunk, [field]: wrongValue }
      return (fieldsOfAnyType.includes(field) ? [missing] : [missing, mistaken]).map((value) => ({
        field,
        value,
      }))
    }),
)
