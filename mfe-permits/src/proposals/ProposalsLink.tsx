import { Box, Button } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { Link } from '@portal/shared-ui/router'
import { proposalsPath, proposalsQuery } from './proposals.queries.ts'
import { t } from './texts.ts'

/** Leads to what agencies propose, where something waits. */
export function ProposalsLink() {
  const { data } = useQuery(proposalsQuery('OPEN', 1, 1))
  const count = data?.metadata.count ?? 0
  if (count === 0) return null
  return (
    <Box>
      <Button variant="outlined" component={Link} to={proposalsPath}>
        {t('waiting', { count })}
      </Button>
    </Box>
  )
}
