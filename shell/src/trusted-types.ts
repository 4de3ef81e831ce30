/**
 * The page's only Trusted Types policy. It must be the first thing the shell evaluates: the federation
 * runtime and webpack set `script.src` themselves, and `require-trusted-types-for 'script'` would refuse
 * them. Scripts come from our own origin or not at all; text is never turned into markup or code.
 */
interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown
}

/**
 * The address of a script when it lies in `origin`, or in one that is let in beside it; throws for every
 * other one. Whether a role may let anything in is the server's to say, in the policy of the document.
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
 * From now on scripts of these origins are let in beside our own. Nothing is imported for it: this file is
 * the first that runs.
 */
export function allowScriptOrigins(origins: () => readonly string[]): void {
  letIn = origins
}

policyFactory()?.createPolicy('default', {
  createScriptURL: (url) => ownScriptUrl(url, location.origin, letIn()),
})
