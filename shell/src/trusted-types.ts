/**
 * The page's only Trusted Types policy. It must be evaluated first: the federation runtime and webpack set
 * `script.src` themselves, and `require-trusted-types-for 'script'` would block them. Scripts come from our
 * own origin only; text is never converted to markup or code.
 */
interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown
}

/**
 * Returns the URL of a script in `origin` or in an allowed other origin; throws for every other URL. The
 * server decides which roles may allow other origins, in the content security policy of the document.
 */
export function ownScriptUrl(url: string, origin: string, others: readonly string[] = []): string {
  const target = new URL(url, `${origin}/`)
  if (target.origin !== origin && !others.includes(target.origin))
    throw new TypeError(`Scripts are loaded from ${origin} only, not from ${target.origin}`)
  return url
}

function policyFactory(): PolicyFactory | undefined {
  const factory: unknown = Reflect.get(globalThis, 'trustedTypes')
  return isPolicyFactory(factory) ? factory : undefined
}

function isPolicyFactory(value: unknown): value is PolicyFactory {
  return typeof value === 'object' && value !== null && 'createPolicy' in value
}

let letIn: () => readonly string[] = () => []

/**
 * Allows scripts of these origins in addition to our own. Takes a function instead of an import, because this
 * file must be evaluated first.
 */
export function allowScriptOrigins(origins: () => readonly string[]): void {
  letIn = origins
}

policyFactory()?.createPolicy('default', {
  createScriptURL: (url) => ownScriptUrl(url, location.origin, letIn()),
})
