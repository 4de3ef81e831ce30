import { Refusal, invalid } from '@portal/contract'
import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'

/** The error for a form that ends early, has no boundary or has an unreadable part. */
export const tornForm = (): Refusal =>
  invalid('body', 'malformed', 'The multipart/form-data body is incomplete. Send the file again.')

/**
 * Runs work that reads a multipart form. Errors of the parser become 400. Its limit errors keep their status,
 * and refusals are rethrown.
 */
export async function readForm<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal || (error instanceof Error && 'statusCode' in error)) throw error
    throw tornForm()
  }
}

/** Yields the parts of a form as they arrive. Throws 400 for a body that is not a form or ends early. */
export async function* partsOf(request: FastifyRequest): AsyncGenerator<Multipart, void> {
  const parts = await readForm(async () => request.parts())
  for (;;) {
    const next = await readForm(() => parts.next())
    if (next.done === true) return
    yield next.value
  }
}
