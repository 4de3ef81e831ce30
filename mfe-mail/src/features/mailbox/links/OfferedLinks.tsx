import { mdiLinkVariantPlus } from '@mdi/js'
import type { MailLink, MailMessage } from '@portal/contract'
import { Icon } from '@portal/shared-ui'
import { Box, Button } from '@portal/shared-ui/mui'
import { t } from '../../../texts.ts'

function offerOf({ collection, reason, detail, title }: MailLink): string {
  if (reason === 'reference-number') return t('offerNumber', { detail, title })
  if (reason === 'known-address')
    return t(collection === 'permits' ? 'offerPerson' : 'offerAddress', { detail, title })
  return t('offerThread', { title })
}

interface OfferedLinksProps {
  message: MailMessage
  onLink: (link: MailLink) => void
  onDismiss: (link: MailLink) => void
}

/**
 * Suggested links that were not made automatically, because the sender is unverified or unknown: the user
 * decides.
 */
export function OfferedLinks({ message, onLink, onDismiss }: OfferedLinksProps) {
  const { offeredLinks = [], authentication } = message
  if (offeredLinks.length === 0) return null
  // For a known sender, the address does not say what the message is about. For mail sent from here there is
  // nothing to verify.
  const isByPeople =
    offeredLinks.every(({ reason }) => reason === 'known-address') &&
    (authentication === undefined || authentication.verdict === 'verified')
  const why = isByPeople
    ? 'offerKnownPeople'
    : authentication?.verdict === 'verified'
      ? 'offerUnknownSender'
      : 'offerUnverifiedSender'
  return (
    <Box component="section" aria-label={t('offeredLinks')} sx={{ paddingInline: 4, paddingTop: 2 }}>
      <Box sx={{ color: 'text.secondary' }}>{t(why)}</Box>
      <Box component="ul" role="list" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {offeredLinks.map((link) => (
          <Box
            component="li"
            key={`${link.collection} ${link.pid}`}
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, minHeight: 32 }}
          >
            <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
              {offerOf(link)}
            </Box>
            <Button
              size="small"
              startIcon={<Icon path={mdiLinkVariantPlus} size={16} />}
              aria-label={t('linkOffered', { title: link.title })}
              onClick={() => onLink(link)}
            >
              {t('linkIt')}
            </Button>
            <Button
              size="small"
              aria-label={t('dismissOffered', { title: link.title })}
              onClick={() => onDismiss(link)}
            >
              {t('dismissOffer')}
            </Button>
          </Box>
        ))}
      </Box>
    </Box>
  )
}
