import type { FeedDialect } from '@portal/contract/authority-feeds'
import { arcgis } from './arcgis.ts'
import { ckan } from './ckan.ts'
import { csvFile } from './csv.ts'
import type { FeedReader } from './feed-client.ts'
import { soda2 } from './soda2.ts'
import { soda3 } from './soda3.ts'

const readers: Readonly<Record<FeedDialect, FeedReader>> = { soda2, soda3, arcgis, ckan, csv: csvFile }

/** The reader of a dialect. */
export const readerOf = (dialect: FeedDialect): FeedReader => readers[dialect]
