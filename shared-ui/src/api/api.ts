import axios, { isAxiosError, isCancel } from 'axios'
import axiosRetry from 'axios-retry'
import type { AxiosRequestConfig } from 'axios'
import type { CrudCall } from '@portal/contract'
import { ApiProblem, problemOf, unexpectedAnswer, unreachable } from './api-problem.ts'

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

async function request<Value>(config: AxiosRequestConfig, reads: boolean, shape: Shape<Value>, options: CallOptions): Promise<Value> {
  const answer = await client.request<unknown>({ ...config, ...options, 'axios-retry': { retries: reads ? 2 : 0 } }).catch((error: unknown) => {
    const failure = failureOf(error)
    if (failure instanceof ApiProblem && failure.status === 401) for (const listener of listeners) listener()
    throw failure
  })
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
