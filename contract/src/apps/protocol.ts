import { z } from 'zod'
import { readableByApps, writableByApps } from './scopes.ts'
import type { AppScope } from './scopes.ts'

/** Version of the messages between the portal and an app. A breaking change raises it. */
export const appProtocol = 1

/** What an app cannot exceed. Sizes are characters of JSON text. */
export const appLimits = {
  messageLength: 32_768,
  answerLength: 1_048_576,
  callsPerMinute: 120,
  openCalls: 8,
  callMs: 20_000,
  /** The app is stopped above this number of messages a minute. */
  messagesPerMinute: 600,
  /** How long the portal waits for the first message. */
  helloMs: 15_000,
  minHeight: 80,
  maxHeight: 4_000,
} as const

/** Made by the portal for one frame, given to it in the fragment of its address, and used once. */
export const AppNonce = z.string().regex(/^[0-9a-f]{32}$/)

/** The first message, from the app to the window of the portal. */
export const AppHello = z.strictObject({
  portal: z.literal('hello'),
  nonce: AppNonce,
  versions: z.array(z.int()).min(1).max(10),
})

/** The answer, to the window of the app. It carries the MessagePort of everything that follows. */
export const AppWelcome = z.strictObject({
  portal: z.literal('welcome'),
  nonce: AppNonce,
  version: z.literal(appProtocol),
})

/** Names of objects that no key may have, so that no reader can be made to change its prototypes. */
const dangerous: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])
const FieldName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]{0,80}$/, 'is not a field name')
  .refine((name) => !dangerous.has(name), 'is not a field name')
const Values = z.record(FieldName, z.unknown())
const Pid = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, 'is not a record identifier')

const Listing = z.strictObject({
  collection: z.enum(readableByApps),
  filter: z.record(FieldName, z.unknown()).optional(),
  match: z.enum(['all', 'any']).optional(),
  sort: z.string().max(200).optional(),
  fields: z.array(FieldName).max(60).optional(),
  page: z.int().min(1).max(10_000).optional(),
  pageSize: z.int().min(1).max(100).optional(),
})

/** Everything that an app can ask of the server. Body of `POST /api/apps/{pid}/calls`. */
export const AppCall = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('records.list'), params: Listing }),
  z.strictObject({
    method: z.literal('records.get'),
    params: z.strictObject({ collection: z.enum(readableByApps), pid: Pid }),
  }),
  z.strictObject({
    method: z.literal('records.create'),
    params: z.strictObject({ collection: z.enum(writableByApps), values: Values }),
  }),
  z.strictObject({
    method: z.literal('records.update'),
    params: z.strictObject({
      collection: z.enum(writableByApps),
      pid: Pid,
      version: z.int().min(1).max(2_147_483_647),
      values: Values,
    }),
  }),
  z.strictObject({ method: z.literal('profile.get'), params: z.strictObject({}) }),
])
export type AppCall = z.infer<typeof AppCall>

/** What the page answers by itself: the height in px that the app wants. */
export const AppResize = z.strictObject({
  method: z.literal('frame.resize'),
  params: z.strictObject({ height: z.number().min(0).max(1_000_000) }),
})

/** The scopes of which an app needs one for a call. */
export function scopesFor(call: AppCall): readonly AppScope[] {
  switch (call.method) {
    case 'records.list':
    case 'records.get':
      return [`records:read:${call.params.collection}`]
    case 'records.create':
    case 'records.update':
      return [`records:write:${call.params.collection}`]
    case 'profile.get':
      return ['profile:name', 'profile:role']
  }
}

/** A message of the app on the port: JSON text of this. `params` are read by `AppCall` or `AppResize`. */
export const AppRequest = z.strictObject({
  version: z.literal(appProtocol),
  id: z.int().min(1).max(2_147_483_647),
  method: z.string().max(40),
  params: z.unknown(),
})
export type AppRequest = z.infer<typeof AppRequest>

export const appErrorCodes = [
  'invalid',
  'not-in-scope',
  'forbidden',
  'not-found',
  'conflict',
  'too-many',
  'too-large',
  'timeout',
  'failed',
] as const
export const AppErrorCode = z.enum(appErrorCodes)
export type AppErrorCode = z.infer<typeof AppErrorCode>

/** What the app is shown with. `record` is the record of a tab, null on a page. */
export const AppContext = z.object({
  theme: z.enum(['light', 'dark']),
  language: z.enum(['en', 'es']),
  record: z.object({ collection: z.string(), pid: z.string() }).nullable(),
})
export type AppContext = z.infer<typeof AppContext>

/** A message of the portal on the port: JSON text of an answer, a refusal, or a new context. */
export const AppMessage = z.union([
  z.object({ version: z.literal(appProtocol), id: z.int(), result: z.unknown() }).strict(),
  z.strictObject({
    version: z.literal(appProtocol),
    id: z.int().nullable(),
    error: z.strictObject({ code: AppErrorCode, message: z.string() }),
  }),
  z.strictObject({ version: z.literal(appProtocol), context: AppContext }),
])
export type AppMessage = z.infer<typeof AppMessage>

/** Results of the methods. Records have the fields of their collection that the person may see. */
export interface AppResults {
  'records.list': { records: Readonly<Record<string, unknown>>[]; count: number }
  'records.get': Readonly<Record<string, unknown>>
  'records.create': { pid: string }
  'records.update': Readonly<Record<string, unknown>>
  'profile.get': { name?: string; role?: string }
  'frame.resize': { height: number }
}

const Fields = z.record(z.string(), z.unknown())

/** The shapes of the results, by method. */
export const appResults: { readonly [Method in keyof AppResults]: z.ZodType<AppResults[Method]> } = {
  'records.list': z.object({ records: z.array(Fields), count: z.number() }),
  'records.get': Fields,
  'records.create': z.object({ pid: z.string() }),
  'records.update': Fields,
  'profile.get': z.object({ name: z.string().optional(), role: z.string().optional() }),
  'frame.resize': z.object({ height: z.number() }),
}
