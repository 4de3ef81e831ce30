import type { Say, Sayable } from '@portal/contract'
import { z } from 'zod'

const Stored: z.ZodType<Sayable> = z.lazy(() =>
  z.union([
    z.string(),
    z.strictObject({ template: z.string(), values: z.record(z.string(), z.union([z.number(), Stored])) }),
    z.strictObject({ parts: z.array(Stored), separator: z.string() }),
    z.strictObject({ en: z.string(), es: z.string() }),
  ]),
)
const Envelope = z.strictObject({ say: Stored })
/** Texts that begin like this are stored messages; columns also hold texts that people typed. */
const prefix = '{"say":'
/** The same inside a JSON text, where quotes are escaped. */
const prefixInJson = JSON.stringify(prefix).slice(1, -1)

/**
 * A message as text for a column: the template with its values, so that each reader gets it in their own
 * language. A sentence without values is stored as it is.
 */
export const toStoredText = (said: Sayable): string =>
  typeof said === 'string' ? said : JSON.stringify({ say: said })

/** The message of a stored text. Rows written as plain English sentences stay readable. */
export function fromStoredText(text: string): Sayable {
  if (!text.startsWith(prefix)) return text
  try {
    return Envelope.safeParse(JSON.parse(text)).data?.say ?? text
  } catch {
    // A text that a person typed and that only begins like a stored message.
    return text
  }
}

/** The words of a stored message; any other text as it is. */
export const readStoredText = (text: string, say: Say): string =>
  text.startsWith(prefix) ? say(fromStoredText(text)) : text

/** A JSON text in which each stored message is replaced by its words. */
export function withStoredMessages(json: string, say: Say): string {
  if (!json.includes(prefixInJson)) return json
  return JSON.stringify(
    JSON.parse(json, (_key, value: unknown) =>
      typeof value === 'string' ? readStoredText(value, say) : value,
    ),
  )
}
