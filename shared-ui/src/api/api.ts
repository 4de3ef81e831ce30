import axios, { isAxiosError, isCancel } from 'axios'
import axiosRetry from 'axios-retry'
import type { AxiosRequestConfig } from 'axios'
import type { CrudCall } from '@portal/contract'
import { ApiProblem, isProblem, problemOf, unexpectedAnswer, unreachable } from './api-problem.ts'

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

const listeners = new Set<() => void>()

/** Calls `listener` whenever a call answers 401. Answers a function that stops it. */
export function onUnauthenticated(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function failureOf(error: unknown): unknown {
  if (isCancel(error) || !isAxiosError(error)) return error
  if (error.response === undefined) return unreachable(error)
  return problemOf(error.response.status, error.response.data, error)
}

let prove: (() => Promise<void>) | null = null
let proving: Promise<void> | null = null

/**
 * `prover` proves once more who this page belongs to when a call asks for it (403 reauth-required); the call is then sent again. Calls
 * that ask at the same time share one proof. Answers a function that stops it.
 */
export function onProofWanted(prover: () => Promise<void>): () => void {
  prove = prover
  return () => {
    if (prove === prover) prove = null
  }
}

const isProof = (config: AxiosRequestConfig) => config.url?.startsWith('/api/auth/webauthn/step-up/') === true

async function send(config: AxiosRequestConfig, reads: boolean, options: CallOptions): Promise<{ data: unknown }> {
  return client.request<unknown>({ ...config, ...options, 'axios-retry': { retries: reads ? 2 : 0 } }).catch((error: unknown) => {
    const failure = failureOf(error)
    if (failure instanceof ApiProblem && failure.status === 401) for (const listener of listeners) listener()
    throw failure
  })
}

async function sendProven(config: AxiosRequestConfig, reads: boolean, options: CallOptions): Promise<{ data: unknown }> {
  try {
    return await send(config, reads, options)
  } catch (error) {
    if (prove === null || isProof(config) || !isProblem(error, 'reauth-required')) throw error
    proving ??= prove().finally(() => {
      proving = null
    })
    const isProven = await proving.then(
      () => true,
      () => false,
    )
    // Without a proof the refusal stands, and says in words what to do.
    if (!isProven) throw error
    return send(config, reads, options)
  }
}

async function request<Value>(config: AxiosRequestConfig, reads: boolean, shape: Shape<Value>, options: CallOptions): Promise<Value> {
  const answer = await sendProven(config, reads, options)
  try {
    return shape.parse(answer.data)
  } catch (error) {
    throw unexpectedAnswer(config.url ?? '', error)
  }
}

/**
 * Calls of the portal's own API. Answers are parsed by `shape`; a refusal throws ApiProblem, a cancelled call axios' own cancellation.
 */
export const api = {
  get: <Value>(url: string, shape: Shape<Value>, options: CallOptions & { params?: Record<string, unknown> } = {}) =>
    request({ method: 'GET', url, ...(options.params && { params: options.params }) }, true, shape, options),
  post: <Value>(url: string, body: unknown, shape: Shape<Value>, options: CallOptions = {}) =>
    request({ method: 'POST', url, data: body }, false, shape, options),
  patch: <Value>(url: string, body: unknown, shape: Shape<Value>, options: CallOptions = {}) =>
    request({ method: 'PATCH', url, data: body }, false, shape, options),
  delete: <Value>(url: string, shape: Shape<Value>, options: CallOptions = {}) => request({ method: 'DELETE', url }, false, shape, options),
}

/** One inner call of `POST /api/crud` (contract.md section 2). Reads are retried when they do not get through, writes are not. */
export function crud<Value>(call: CrudCall, shape: Shape<Value>, options: CallOptions = {}): Promise<Value> {
  return request({ method: 'POST', url: '/api/crud', data: call }, call.method === 'GET', shape, options)
}
