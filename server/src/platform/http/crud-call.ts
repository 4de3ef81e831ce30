import { CrudCall } from '@portal/contract'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'

const read = new WeakMap<FastifyRequest, z.ZodSafeParseResult<CrudCall>>()

/**
 * The call in the body of `POST /api/crud`, parsed once per request. `fitting` throws the error of an invalid
 * one.
 */
export function readCall(request: FastifyRequest): z.ZodSafeParseResult<CrudCall> {
  const known = read.get(request)
  if (known !== undefined) return known
  const call = CrudCall.safeParse(request.body)
  read.set(request, call)
  return call
}
