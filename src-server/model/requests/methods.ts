/** Methods that a request may be written with: replayed, in a fault rule, in a lesson. */
export const REQUEST_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
