import { Refusal, invalid } from '@portal/contract'
import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'

/** What is said of a form that ends early, names no boundary or has a part that cannot be read. */
export const tornForm = (): Refusal =>
  invalid('body', 'malformed', 'The multipart/form-data body is incomplete. Send the file again.')

/**
 * Does something with the form of a request. What its parser throws becomes 400; its own limits keep their
 * status, refusals stay what they are.
 */
export async function readForm<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal || (error instanceof Error && 'statusCode' in error)) throw error
    throw tornForm()
  }
}

/** The parts of a form as they come. Throws 400 for a body that is no form, or ends within one. */
export async function* partsOf(request: FastifyRequest): AsyncGenerator<Multipart, void> {
  const parts = await readForm(async () => request.parts())
  for (;;) {
    const next = await readForm(() => parts.next())
    if (next.done === true) return
    yield next.value
  }
}
