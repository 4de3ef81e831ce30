import { CrudCall } from '@portal/contract'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'

const read = new WeakMap<FastifyRequest, z.ZodSafeParseResult<CrudCall>>()

/**
 * The call in the body of `POST /api/crud`, read once for all who judge it; `fitting` says what does not fit.
 */
export function readCall(request: FastifyRequest): z.ZodSafeParseResult<CrudCall> {
  const known = read.get(request)
  if (known !== undefined) return known
  const call = CrudCall.safeParse(request.body)
  read.set(request, call)
  return call
}
