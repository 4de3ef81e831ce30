import { Box, Button } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { Link } from '@portal/shared-ui/router'
import { discoveredPath, discoveredQuery } from './discovered.queries.ts'
import { t } from './texts.ts'

/** Leads to the permits that agencies have and the portal does not, where there are any. */
export function DiscoveredLink() {
  const { data } = useQuery(discoveredQuery('OPEN', 1, 1))
  const count = data?.metadata.count ?? 0
  if (count === 0) return null
  return (
    <Box>
      <Button variant="outlined" component={Link} to={discoveredPath}>
        {t('waiting', { count })}
      </Button>
    </Box>
  )
}
