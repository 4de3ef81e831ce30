import axios, { isAxiosError, isCancel } from 'axios'
import axiosRetry from 'axios-retry'
import type { AxiosRequestConfig } from 'axios'
import type { CrudCall } from '@portal/contract'
import { problemOf, unexpectedAnswer, unreachable } from './api-problem.ts'
import { createRecovery } from './recovery.ts'
import type { Recovery } from './recovery.ts'

/** What an answer must look like: a schema of the contract, or anything else that parses and throws. */
export interface Shape<Value> {
  parse(value: unknown): Value
}

/** An answer nobody reads. */
export const nothing: Shape<null> = { parse: () => null }

export interface CallOptions {
  signal?: AbortSignal
  headers?: Readonly<Record<string, string>>
}

const client = axios.create({ baseURL: globalThis.location.origin, adapter: 'fetch', timeout: 60_000 })
// Only calls that did not get through, and only those that read: a write that was lost may have been done.
axiosRetry(client, {
  retries: 0,
  retryCondition: (error) => error.response === undefined && !isCancel(error),
  retryDelay: axiosRetry.exponentialDelay,
})

function failureOf(error: unknown): unknown {
  if (isCancel(error) || !isAxiosError(error)) return error
  if (error.response === undefined) return unreachable(error)
  return problemOf(error.response.status, error.response.data, error)
}

const signInCalls = [
  'me',
  'logout',
  'demo',
  'recover',
  'sign-up',
  'sign-up/confirm',
  'setup',
  'links/redeem',
].map((call) => `/api/auth/${call}`)
/**
 * The session of the page is over. Calls that ask who is signed in, or sign somebody in, mean something else
 * by a 401.
 */
const signIn = createRecovery(
  'unauthenticated',
  (url) => signInCalls.includes(url) || url.startsWith('/api/auth/webauthn/login/'),
)
/** The server wants a fresh proof of who sits here. */
const proof = createRecovery('reauth-required', (url) => url.startsWith('/api/auth/webauthn/step-up/'))
const remedies = [signIn, proof]

/**
 * `signer` has the person of this page sign in again when a call finds that the session is over (401); the
 * call is then sent again. Calls that find so at the same time share one sign-in. Answers a function that
 * stops it.
 */
export const onSignInRequired = signIn.use

/**
 * `prover` proves once more who this page belongs to when a call asks for it (403 reauth-required); the call
 * is then sent again. Calls that ask at the same time share one proof. Answers a function that stops it.
 */
export const onReauthRequired = proof.use

async function send(
  config: AxiosRequestConfig,
  reads: boolean,
  options: CallOptions,
): Promise<{ data: unknown }> {
  return client
    .request<unknown>({ ...config, ...options, 'axios-retry': { retries: reads ? 2 : 0 } })
    .catch((error: unknown) => {
      throw failureOf(error)
    })
}

/**
 * Sends a call, and once more after each remedy that was good for something. Without one the refusal stands,
 * and says in words what to do.
 */
async function sendWithRecovery(
  config: AxiosRequestConfig,
  reads: boolean,
  options: CallOptions,
  left: readonly Recovery[] = remedies,
): Promise<{ data: unknown }> {
  try {
    return await send(config, reads, options)
  } catch (error) {
    const remedy = left.find((each) => each.handles(error, config.url ?? ''))
    if (remedy === undefined || !(await remedy.apply())) throw error
    return sendWithRecovery(
      config,
      reads,
      options,
      left.filter((each) => each !== remedy),
    )
  }
}

async function request<Value>(
  config: AxiosRequestConfig,
  reads: boolean,
  shape: Shape<Value>,
  options: CallOptions,
): Promise<Value> {
  const answer = await sendWithRecovery(config, reads, options)
  try {
    return shape.parse(answer.data)
  } catch (error) {
    throw unexpectedAnswer(config.url ?? '', error)
  }
}

/**
 * Calls of the portal's own API. Answers are parsed by `shape`; a refusal throws ApiProblem, a cancelled call
 * axios' own cancellation.
 */
export const api = {
  get: <Value>(
    url: string,
    shape: Shape<Value>,
    options: CallOptions & { params?: Record<string, unknown> } = {},
  ) =>
    request({ method: 'GET', url, ...(options.params && { params: options.params }) }, true, shape, options),
  post: <Value>(url: string, body: unknown, shape: Shape<Value>, options: CallOptions = {}) =>
    request({ method: 'POST', url, data: body }, false, shape, options),
  patch: <Value>(url: string, body: unknown, shape: Shape<Value>, options: CallOptions = {}) =>
    request({ method: 'PATCH', url, data: body }, false, shape, options),
  delete: <Value>(
    url: string,
    shape: Shape<Value>,
    { body, ...options }: CallOptions & { body?: unknown } = {},
  ) => request({ method: 'DELETE', url, ...(body !== undefined && { data: body }) }, false, shape, options),
}

/**
 * One inner call of `POST /api/crud` (contract.md 2). Reads are retried when they do not get through, writes
 * are not.
 */
export function crud<Value>(call: CrudCall, shape: Shape<Value>, options: CallOptions = {}): Promise<Value> {
  return request({ method: 'POST', url: '/api/crud', data: call }, call.method === 'GET', shape, options)
}
