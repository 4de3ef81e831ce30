import type { Problem, ProblemError } from './problem.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string'
const isError = (value: unknown): value is ProblemError =>
  isObject(value) && [value['path'], value['code'], value['detail']].every(isText)

/** Checks of the members of a problem, by name. The optional ones may be absent. */
const required: Readonly<Record<string, (value: unknown) => boolean>> = {
  type: isText,
  title: isText,
  status: (value) => Number.isFinite(value),
  detail: isText,
  instance: isText,
}
const optional: Readonly<Record<string, (value: unknown) => boolean>> = {
  errors: (value) => Array.isArray(value) && value.every(isError),
  current: isObject,
  unmet: (value) => Array.isArray(value) && value.every(isText),
  code: isText,
  params: isObject,
}

/**
 * Whether a body is a problem. Accepts what the schema `Problem` accepts, without zod, because the sign-in
 * page must read a refusal too.
 */
export function isProblemBody(body: unknown): body is Problem {
  if (!isObject(body)) return false
  return (
    Object.entries(required).every(([name, check]) => check(body[name])) &&
    Object.entries(optional).every(([name, check]) => body[name] === undefined || check(body[name]))
  )
}
