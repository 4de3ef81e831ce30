import { hostileArchives } from './archives.ts'
import { hostileCsv } from './csv.ts'
import { hostileFiles } from './files.ts'
import { hostileFilters } from './filters.ts'
import { hostileHeaders } from './headers.ts'
import { hostileHtml } from './html.ts'
import { hostileMail } from './mail.ts'
import type { HostileInput } from './target.ts'
import { hostileWorkbooks } from './workbooks.ts'

/** All hostile inputs. They are created once, so that creating them takes no time while they are sent. */
export async function makeHostileInputs(): Promise<HostileInput[]> {
  return [
    ...hostileMail(),
    ...(await hostileWorkbooks()),
    ...hostileCsv(),
    ...hostileHtml(),
    ...hostileFilters(),
    ...(await hostileArchives()),
    ...hostileFiles(),
    ...hostileHeaders(),
  ]
}

/** Every nth input of each kind, including the first one. */
export function thinned(inputs: readonly HostileInput[], every: number): HostileInput[] {
  return [...Map.groupBy(inputs, ({ kind }) => kind).values()].flatMap((ofKind) =>
    ofKind.filter((_, at) => at % every === 0),
  )
}
