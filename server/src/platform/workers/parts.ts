/**
 * Messages between the server and a task that returns its result in parts: the server requests each next
 * part.
 */
const isAsking = (message: unknown) =>
  typeof message === 'object' && message !== null && 'next' in message && message.next === true

/** The request for the next part. */
export const nextPart = { next: true } as const

/**
 * Called by a task: sends one part after the other and creates the next part only on request, so that neither
 * process holds more than two. Resolves when the server has requested another part after the last one.
 */
export async function sendParts(parts: AsyncIterable<unknown>): Promise<void> {
  if (process.send === undefined)
    throw new Error('A task that answers in parts runs in a process of the pool.')
  for await (const part of parts) {
    const asked = new Promise<void>((resolve) => {
      const listen = (message: unknown) => {
        if (!isAsking(message)) return
        process.off('message', listen)
        resolve()
      }
      process.on('message', listen)
    })
    process.send({ part })
    await asked
  }
}
