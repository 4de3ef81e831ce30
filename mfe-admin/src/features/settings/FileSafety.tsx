import { Health } from '@portal/contract'
import { api } from '@portal/shared-ui'
import { queryOptions, useQuery } from '@portal/shared-ui/query'
import { t } from '../../texts.ts'
import { Facts } from './Facts.tsx'

const healthQuery = () =>
  queryOptions({ queryKey: ['health'], queryFn: ({ signal }) => api.get('/api/health', Health, { signal }) })

const scannerWords = { ok: 'scannerOn', down: 'scannerDown', none: 'scannerNone' } as const
const scannerStates = ['ok', 'down', 'none'] as const

/**
 * The state of virus scanning, file removal and disk space, which administrators cannot see from the files
 * themselves.
 */
export function FileSafety() {
  const { data, isError } = useQuery(healthQuery())
  const unknown = t(isError ? 'healthUnknown' : 'healthLoading')
  const scanner = scannerStates.find((state) => state === data?.scanner)
  const isDegraded = (part: 'sweeps' | 'disk') => data?.degraded?.includes(part) === true
  const words = (part: 'sweeps' | 'disk') => t(isDegraded(part) ? `${part}Stopped` : `${part}Well`)
  return (
    <Facts
      heading={t('fileSafety')}
      facts={[
        { label: t('scanner'), value: scanner === undefined ? unknown : t(scannerWords[scanner]) },
        { label: t('disk'), value: data === undefined ? unknown : words('disk') },
        { label: t('sweeps'), value: data === undefined ? unknown : words('sweeps') },
      ]}
    />
  )
}
