import type { ResolvedBuild } from './resolve.ts'

/**
 * Why a build's entry was not run, as a sentence; the browser itself says no more than that a script failed.
 */
export class EntryError extends Error {
  override readonly name = 'EntryError'
}

async function hashOf(bytes: ArrayBuffer): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-384', bytes)
  return `sha384-${btoa(String.fromCodePoint(...new Uint8Array(digest)))}`
}

/**
 * What is wrong with an entry that did not run, by asking for it once more: it is not there, a page stands in
 * its place, or its bytes are not those of its hash. Null where nothing of that is so: then it is the
 * network, or the code itself.
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
    // Nothing is answered: what the runtime said stands.
    return null
  }
}
