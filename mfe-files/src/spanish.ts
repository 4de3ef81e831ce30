import type { Spanish } from '@portal/shared-ui/i18n'
import { es as filesTexts } from './texts.es.ts'

/** The Spanish texts of this package by namespace: one chunk, which English screens do not load. */
export const spanish: Spanish = {
  files: filesTexts,
}
