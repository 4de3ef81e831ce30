import { invalid, phrase } from '@portal/contract'

const segment = /^(custom\.)?[A-Za-z0-9_-]{1,64}$/

/**
 * The segments of an apiPath, which names a call of the portal and never a URL. A leading slash is optional.
 * Schemes, `..`, `//`, encoded characters and query strings are refused with 400.
 */
export function parseApiPath(apiPath: string): string[] {
  const segments = apiPath.replace(/^\//, '').split('/')
  const wrong = segments.find((each) => !segment.test(each))
  if (wrong !== undefined)
    throw invalid(
      'apiPath',
      'malformed',
      phrase('apiPath: {{JSON}} is not the path of a call', { JSON: JSON.stringify(apiPath.slice(0, 100)) }),
    )
  return segments
}
