import { accessEs } from './access.es.ts'
import { feedsEs } from './feeds.es.ts'
import { filesEs } from './files.es.ts'
import { importEs } from './import.es.ts'
import { mailEs } from './mail.es.ts'
import { permitsEs } from './permits.es.ts'
import { recordsEs } from './records.es.ts'
import { requestsEs } from './requests.es.ts'
import { settingsEs } from './settings.es.ts'

/** Refusals and reasons in Spanish, by their English template. */
export const sentencesEs: Readonly<Record<string, string>> = {
  ...requestsEs,
  ...accessEs,
  ...recordsEs,
  ...permitsEs,
  ...feedsEs,
  ...filesEs,
  ...mailEs,
  ...importEs,
  ...settingsEs,
}
