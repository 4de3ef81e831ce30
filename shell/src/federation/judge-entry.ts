import { phrase } from '@portal/contract'
import { RemoteError } from './remote-error.ts'
import type { ResolvedBuild } from './resolve.ts'

/** Why an entry was not run, as a sentence. The browser itself reports only that a script failed. */
export class EntryError extends RemoteError {
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
  const build = { version, name, owner }
  try {
    const result = await ask(entry, { signal: AbortSignal.timeout(5_000) })
    if (!result.ok)
      return new EntryError(
        phrase(
          'The server has no code for version {{version}} of the part "{{name}}" (owner: {{owner}}): it answered {{status}}.',
          { ...build, status: result.status },
        ),
      )
    if (result.headers.get('content-type')?.includes('text/html') === true) {
      return new EntryError(
        phrase(
          'In place of the code of version {{version}} of the part "{{name}}" (owner: {{owner}}) the server sent a page.',
          build,
        ),
      )
    }
    if (integrity === null || (await hashOf(await result.arrayBuffer())) === integrity) return null
    return new EntryError(
      phrase(
        'The code of version {{version}} of the part "{{name}}" (owner: {{owner}}) is not what the portal vouches for (integrity): its hash is another one, so it was refused.',
        build,
      ),
    )
  } catch {
    // The request failed too: the runtime's own error is used.
    return null
  }
}
