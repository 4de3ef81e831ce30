import { isEmptyText } from './empty-text.ts'
import type { MapProblem } from './permits/status-map-check.ts'
import { phrase } from './sentence.ts'

/** The texts of a value with their paths. A key stands at the path of what it is a key of. */
function textsIn(value: unknown, path: string): { path: string; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) => [
    { path, text: key },
    ...textsIn(each, path === '' ? key : `${path}.${key}`),
  ])
}

const unseenIn = (value: unknown, path: string) =>
  textsIn(value, path).filter(({ text }) => text !== '' && isEmptyText(text))

/**
 * The texts of which nothing can be seen in a document of settings, such as a label of zero-width spaces. It
 * looks at every text, so that a new setting needs no check of its own. Those of `known`, the stored
 * document, stay until somebody changes them: an earlier release took them.
 */
export function unseenTexts(known: unknown, given: unknown, at: string): MapProblem[] {
  const stored = new Set(unseenIn(known, '').map(({ text }) => text))
  return unseenIn(given, at)
    .filter(({ text }) => !stored.has(text))
    .map(({ path }) => ({
      path,
      code: 'required',
      detail: phrase('{{path}}: a text needs a character that can be seen', { path }),
    }))
}
