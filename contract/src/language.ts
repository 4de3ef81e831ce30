import { z } from 'zod'
import { languages } from './screen-language.ts'

// The sign-in page uses these without zod (decision 0109).
export {
  acceptedLanguage,
  locales,
  screenLabel,
  screenLabelOf,
  screenLanguage,
  setScreenLabels,
  setScreenLanguage,
  toLanguage,
} from './screen-language.ts'

/** Languages of the portal. Source: contract.md 11.6. */
export const Language = z.enum(languages)
export type Language = z.infer<typeof Language>
