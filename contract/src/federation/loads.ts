import { z } from 'zod'
import { RemoteName } from './manifest.ts'
import { BuildVersion } from './registry.ts'

/** Phases in the life of a remote in a page, in order. The first six lead from the registry to the screen. */
export const loadPhases = [
  'resolve',
  'manifest',
  'entry',
  'init',
  'expose',
  'mount',
  'render',
  'unmount',
] as const
export const LoadPhase = z.enum(loadPhases)
export type LoadPhase = z.infer<typeof LoadPhase>

const ms = z.number().min(0).max(600_000)
/** Path of the page, without query. */
const PagePath = z.string().startsWith('/').max(300)
/** Errors this long after a mount are compared between versions, in ms. */
export const judgedAfterMountMs = 60_000
/**
 * Time since this page first mounted this version, in ms. Only its first error within a minute has it, so
 * that a canary is judged by mounts with errors, not by the number of errors.
 */
const SinceMount = z.number().min(0).max(judgedAfterMountMs)
const common = { remote: RemoteName, version: BuildVersion.nullable() }

/** Report of one load of a remote: the duration of each phase, or the phase that failed. */
export const RemoteLoad = z.discriminatedUnion('outcome', [
  z.strictObject({ ...common, outcome: z.literal('loaded'), phases: z.partialRecord(LoadPhase, ms) }),
  z.strictObject({
    ...common,
    outcome: z.literal('failed'),
    phase: LoadPhase,
    /** Name and message of the error; never contains user input. */
    message: z.string().min(1).max(500),
    path: PagePath,
    sinceMountMs: SinceMount.optional(),
  }),
])
export type RemoteLoad = z.infer<typeof RemoteLoad>

/**
 * How code of a remote failed after it was loaded: an error that nothing caught, a rejected promise that
 * nothing handled, or a panel that could not be loaded or drawn.
 */
export const pageErrorKinds = ['error', 'rejection', 'panel'] as const
export const PageErrorKind = z.enum(pageErrorKinds)

/** File of the build with positions in it, such as `assets/78.502a5bf1cb.js:1:2045`. */
export const ScriptPlace = z
  .string()
  .regex(/^([\w./-]{1,150}(:\d{1,9}){0,2})?$/)
  .max(170)

/** An error of a remote in a page, told apart by the address of its script. */
export const PageError = z.strictObject({
  remote: RemoteName,
  version: BuildVersion,
  kind: PageErrorKind,
  /** Name and message of the error. */
  message: z.string().min(1).max(300),
  /** File, line and column; empty when not known. */
  place: ScriptPlace,
  path: PagePath,
  sinceMountMs: SinceMount.optional(),
})
export type PageError = z.infer<typeof PageError>

/** Most reports of each sort in one call. */
const maxAtOnce = 20

/**
 * Body of `POST /api/federation/loads` (204): the reports of one page. Every signed-in page may send them, at
 * most 60 requests per minute and person.
 */
export const RemoteLoads = z
  .strictObject({
    loads: z.array(RemoteLoad).max(maxAtOnce),
    errors: z.array(PageError).max(maxAtOnce).optional(),
  })
  .refine(({ loads, errors = [] }) => loads.length + errors.length > 0, 'names neither loads nor errors')
export type RemoteLoads = z.infer<typeof RemoteLoads>

/** A failure while a remote was loaded, of all pages that reported the same. */
export const LoadFailure = z.object({
  remote: RemoteName,
  version: BuildVersion.nullable(),
  owner: z.string(),
  phase: LoadPhase,
  message: z.string(),
  path: z.string(),
  count: z.number(),
  firstAt: z.string(),
  lastAt: z.string(),
})

/** An error after loading or in a panel, of all pages that reported the same. */
export const PageErrorCount = z.object({
  remote: RemoteName,
  version: BuildVersion,
  owner: z.string(),
  kind: PageErrorKind,
  message: z.string(),
  place: z.string(),
  path: z.string(),
  count: z.number(),
  firstAt: z.string(),
  lastAt: z.string(),
})

/**
 * Response of `GET /api/federation/loads`, for administrators: the last 30 days. `owner` is the team named in
 * the manifest.
 */
export const LoadOverview = z.object({
  remotes: z.array(
    z.object({
      remote: RemoteName,
      version: BuildVersion.nullable(),
      owner: z.string(),
      loads: z.number(),
      failures: z.number(),
      /** Errors after loading and in panels; equal errors of one page count once. */
      errors: z.number().default(0),
      /** Mean time from the registry to the screen; null when no load succeeded. */
      meanMs: z.number().nullable(),
      slowestMs: z.number().nullable(),
      lastAt: z.string(),
    }),
  ),
  /** Latest first, at most 100. */
  errors: z.array(LoadFailure),
  /** Latest first, at most 100. */
  pageErrors: z.array(PageErrorCount).default([]),
})
export type LoadOverview = z.infer<typeof LoadOverview>
