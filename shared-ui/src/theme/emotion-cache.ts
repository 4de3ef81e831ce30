import createCache from '@emotion/cache'

/**
 * The page's nonce for style tags, in `<meta name="csp-nonce" content="...">`; undefined where the page has
 * none.
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

/** The one emotion cache of the page, used by every React root. */
export const emotionCache = makeCache()
