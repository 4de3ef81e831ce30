import axios, { isAxiosError, isCancel } from 'axios'
import axiosRetry from 'axios-retry'
import type { AxiosRequestConfig } from 'axios'
import type { CrudCall } from '@portal/contract'
import { problemOf, unexpectedResponse, unreachable } from './api-problem.ts'
import { createRecovery } from './recovery.ts'
import type { Recovery } from './recovery.ts'

/** Validates a response: a schema of the contract, or any object whose `parse` throws on a mismatch. */
export interface Shape<Value> {
  parse(value: unknown): Value
}

/** A response that is parsed later. */
export const anything: Shape<unknown> = { parse: (value) => value }

/** A response whose body is ignored. */
export const nothing: Shape<null> = { parse: () => null }

export interface CallOptions {
  signal?: AbortSignal
  headers?: Readonly<Record<string, string>>
}

const client = axios.create({ baseURL: globalThis.location.origin, adapter: 'fetch', timeout: 60_000 })
// Retries only reads that got no response. A write without a response may have been carried out.
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
 * The session of the page has ended. For calls that check the session or sign someone in, a 401 has another
 * meaning.
 */
const signIn = createRecovery(
  'unauthenticated',
  (url) => signInCalls.includes(url) || url.startsWith('/api/auth/webauthn/login/'),
)
/** The server requires a recent authentication. */
const proof = createRecovery('reauth-required', (url) => url.startsWith('/api/auth/webauthn/step-up/'))
const remedies = [signIn, proof]

/**
 * Registers `signer`, which has the user sign in again when a call fails because the session has ended (401).
 * The call is then repeated. Concurrent calls share one sign-in. Returns a function that unregisters it.
 */
export const onSignInRequired = signIn.use

/**
 * Registers `prover`, which runs a step-up when a call requires a recent authentication (403
 * reauth-required). The call is then repeated. Concurrent calls share one step-up. Returns a function that
 * unregisters it.
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
 * Sends a call and repeats it after each successful recovery. If no recovery applies or succeeds, the refusal
 * is thrown.
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
  const response = await sendWithRecovery(config, reads, options)
  try {
    return shape.parse(response.data)
  } catch (error) {
    throw unexpectedResponse(config.url ?? '', error)
  }
}

/**
 * Calls to the portal's own API. Responses are parsed by `shape`. A refusal throws ApiProblem, a canceled
 * call throws axios' own cancellation.
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
 * One inner call of `POST /api/crud` (contract.md 2). Reads are retried when they get no response, writes are
 * not.
 */
export function crud<Value>(call: CrudCall, shape: Shape<Value>, options: CallOptions = {}): Promise<Value> {
  return request({ method: 'POST', url: '/api/crud', data: call }, call.method === 'GET', shape, options)
}
