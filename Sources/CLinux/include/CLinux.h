#ifndef SCHEDCTL_CLINUX_H
#define SCHEDCTL_CLINUX_H

/// Columns of the terminal behind `descriptor`, or 0 when it is none or does not say.
int schedctl_terminal_columns(int descriptor);

#endif
