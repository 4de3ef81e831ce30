/**
 * The part of react-router that the portal uses. A shared module keeps all of its exports, so only these are
 * shipped.
 */
export {
  createBrowserRouter,
  createMemoryRouter,
  isRouteErrorResponse,
  Link,
  NavLink,
  Navigate,
  Outlet,
  redirect,
  useLoaderData,
  useLocation,
  useMatch,
  useNavigate,
  useNavigation,
  useParams,
  useRouteError,
  useSearchParams,
} from 'react-router'
export { RouterProvider } from 'react-router/dom'
export type { LoaderFunctionArgs, RouteObject } from 'react-router'
