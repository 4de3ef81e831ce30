import { z } from 'zod'
import { responseOf } from './servers.ts'
import type { Servers } from './servers.ts'

const Page = z.object({
  permits: z.array(z.object({ title: z.string().nullable(), siteAddress: z.string().nullable() })),
  metadata: z.object({ count: z.number() }),
})
const pages = 40
const pageSize = 25

async function pageOf(servers: Servers, list: string, page: number): Promise<z.infer<typeof Page>> {
  const call = servers.crud(list, 'GET', {
    page,
    pageSize,
    sort: 'createdAt',
    fields: 'title,siteAddress',
  })
  return Page.parse(JSON.parse((await responseOf(call)).text))
}

const wordsOf = (texts: readonly (string | null)[]) => [
  ...new Set(texts.flatMap((text) => text?.toLowerCase().match(/\b[a-z]{5,}\b/g) ?? [])),
]

/** Words of the titles and of the addresses of permits of all years in a list, `permits` or `processed`. */
export async function sampleWords(
  servers: Servers,
  list: string,
): Promise<{ inTitles: string[]; inAddresses: string[] }> {
  const { metadata } = await pageOf(servers, list, 1)
  const last = Math.max(1, Math.floor(metadata.count / pageSize))
  const found = []
  for (let at = 0; at < pages; at += 1)
    found.push(...(await pageOf(servers, list, 1 + Math.floor((at * (last - 1)) / pages))).permits)
  return {
    inTitles: wordsOf(found.map(({ title }) => title)),
    inAddresses: wordsOf(found.map(({ siteAddress }) => siteAddress)),
  }
}
