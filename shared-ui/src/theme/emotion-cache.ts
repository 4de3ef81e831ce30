import createCache from '@emotion/cache'

/**
 * The page's nonce for style tags, from `<meta name="csp-nonce" content="...">`; undefined if there is none.
 */
export function styleNonce(): string | undefined {
  const nonce = document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content')
  return nonce === null || nonce === '' ? undefined : nonce
}

function makeCache() {
  const nonce = styleNonce()
  return createCache(
    nonce === undefined ? { key: 'portal', prepend: true } : { key: 'portal', prepend: true, nonce },
  )
}

/** The single emotion cache of the page, used by every React root. */
export const emotionCache = makeCache()
