import type { ResolvedBuild } from './resolve.ts'

/** Why an entry was not run, as a sentence. The browser itself reports only that a script failed. */
export class EntryError extends Error {
  override readonly name = 'EntryError'
}

async function hashOf(bytes: ArrayBuffer): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-384', bytes)
  return `sha384-${btoa(String.fromCodePoint(...new Uint8Array(digest)))}`
}

/**
 * Finds out why an entry did not run, by requesting it once more: it does not exist, the server sent an HTML
 * page, or its hash differs. Returns null when none of these is the case: then the network failed, or the
 * code itself.
 */
export async function diagnoseEntry(
  { name, version, owner, entry, integrity }: ResolvedBuild,
  ask: typeof fetch,
): Promise<EntryError | null> {
  const what = `version ${version} of the part "${name}" (owner: ${owner})`
  try {
    const answer = await ask(entry, { signal: AbortSignal.timeout(5_000) })
    if (!answer.ok) return new EntryError(`The server has no code for ${what}: it answered ${answer.status}.`)
    if (answer.headers.get('content-type')?.includes('text/html') === true) {
      return new EntryError(`In place of the code of ${what} the server sent a page.`)
    }
    if (integrity === null || (await hashOf(await answer.arrayBuffer())) === integrity) return null
    return new EntryError(
      `The code of ${what} is not what the portal vouches for (integrity): its hash is another one, so it was refused.`,
    )
  } catch {
    // The request failed too: the runtime's own error is used.
    return null
  }
}
