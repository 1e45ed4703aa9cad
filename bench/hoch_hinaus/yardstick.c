/* A yardstick, not an engine: random play of Hoch hinaus! in C, every legal action listed, the same dice in the same
   order as bauboom, so that both must end with the same scores. run.py compiles it with `cc -O3 -march=native`. */

#include <stdint.h>
#include <string.h>

typedef uint64_t Plots; /* a bit for each plot, eight to a row; the eighth is never set, so edges are no neighbours */

enum { SEATS = 6, SIDE = 7, ROW = 8, PLOTS = 49, SQUARES = 32, OFF = 0, PAIRS = 560 }; /* squares count from 1 here */
enum { STOREYS = 45, ROOFS = 20, ROADS = 30, ROOFS_EACH = 2, LEVELS = 23, STANDSTILL = 150, ROLLS = 36, MOST = 160 };
enum { START, DEMAND, ROLL, MOVE, CROSS, DICE, OVER };
enum { DEMAND0, MOVE0 = DEMAND0 + SEATS, STOREY0 = MOVE0 + PAIRS, ROAD0 = STOREY0 + PLOTS, DEMOLISH0 = ROAD0 + PLOTS,
       RAISE0 = DEMOLISH0 + PLOTS, ROOF0 = RAISE0 + PLOTS, DECLINE = ROOF0 + PLOTS, START0, ROLL0 = START0 + SEATS };
enum { CAN_STOREY = 1, CAN_ROAD = 2, CAN_DEMOLISH = 4, CAN_RAISE = 8 };

static const Plots ALL = 0x7f7f7f7f7f7f7f;

typedef struct {
    Plots levels[LEVELS], spires[SEATS], roofs, roads; /* levels[n]: the plots with more than n storeys */
    uint8_t latest[PLOTS], figures[SEATS][2], has_built[SEATS], left[SEATS], hand[SEATS];
    uint8_t roof_supply, road_supply, storey_supply, dice[2], ones, sixes, phase, seat;
    int16_t quiet;
} Game;

typedef struct { int seats, automatic, spires; } Variant;

static int16_t pair_number[SQUARES + 1][SQUARES + 1];
static uint8_t pairs[PAIRS][2];
static int8_t crossed[SQUARES + 1][SQUARES + 1];

static inline uint32_t roll(uint32_t r[4]) {
    uint32_t t = r[0] + r[1] + r[3]++;
    r[0] = r[1] ^ (r[1] >> 9);
    r[1] = r[2] + (r[2] << 3);
    r[2] = ((r[2] << 21) | (r[2] >> 11)) + t;
    return t;
}

static inline uint32_t below(uint32_t r[4], uint32_t n) {
    uint64_t product = (uint64_t)roll(r) * n;
    if ((uint32_t)product < n) {
        uint32_t threshold = -n % n;
        while ((uint32_t)product < threshold) product = (uint64_t)roll(r) * n;
    }
    return product >> 32;
}

static void prepare(void) {
    int n = 0;
    for (int a = 0; a <= SQUARES; a++)
        for (int b = a ? a : 1; b <= SQUARES; b++) {
            pairs[n][0] = a, pairs[n][1] = b;
            pair_number[a][b] = pair_number[b][a] = n++;
        }
    memset(crossed, -1, sizeof crossed);
    for (int a = 0; a < SQUARES; a++) /* one figure above or below the board, in a column, the other beside it */
        for (int b = 0; b < SQUARES; b++)
            if (a % 8 && b % 8 && a / 8 % 2 == 0 && b / 8 % 2 == 1) {
                int column = a < 8 ? a - 1 : 23 - a, row = b < 16 ? b - 9 : 31 - b;
                crossed[a + 1][b + 1] = crossed[b + 1][a + 1] = row * SIDE + column;
            }
}

/* Sets of plots */

static inline Plots plot_set(int plot) { return 1ull << (plot + plot / SIDE); }
static inline int plot_number(Plots plot) { int bit = __builtin_ctzll(plot); return bit - bit / ROW; }

static inline Plots beside(Plots p) { return (p << 1 | p >> 1 | p << ROW | p >> ROW) & ALL; }

static inline Plots around(Plots p) {
    Plots wide = (p | p << 1 | p >> 1) & ALL;
    return (wide | wide << ROW | wide >> ROW) & ALL;
}

static inline Plots buildings(const Game *g, Plots plots) { /* all plots of the buildings that stand on some of these */
    Plots built = g->levels[0], more = plots & built;
    do plots = more, more |= beside(plots) & built; while (more != plots);
    return plots;
}

static inline Plots owned_by(const Game *g, int seat) { return buildings(g, g->spires[seat]); }
static inline Plots empty_plots(const Game *g) { return ALL & ~(g->levels[0] | g->roads); }

static inline Plots spire_plots(const Game *g) {
    Plots plots = 0;
    for (int seat = 0; seat < SEATS; seat++) plots |= g->spires[seat];
    return plots;
}

static inline Plots free_tops(const Game *g) { return g->levels[0] & ~g->roofs & ~spire_plots(g); }

static inline int height(const Game *g, Plots plots) {
    int storeys = 0;
    while (storeys < LEVELS && g->levels[storeys] & plots) storeys++;
    return storeys;
}

static inline int players_left(const Game *g, const Variant *v) {
    int count = 0;
    for (int seat = 0; seat < v->seats; seat++) count += !g->left[seat];
    return count;
}

static inline int can_spare_spire(const Game *g, const Variant *v, int seat) {
    return !g->left[seat] && __builtin_popcountll(g->spires[seat]) < v->spires;
}

/* Building code */

static inline Plots cornered_plots(const Game *g) { /* some building touches them by a corner only */
    Plots built = g->levels[0], alone = built & ~beside(built), sideways = (alone << 1 | alone >> 1) & ALL;
    Plots found = (sideways << ROW | sideways >> ROW) & ALL; /* most buildings have one plot: those all at once */
    for (Plots rest = built & ~alone; rest;) {
        Plots building = buildings(g, rest & -rest);
        found |= around(building) & ~beside(building);
        rest &= ~building;
    }
    return found;
}

/* For some height, a building of the seat reaches it beside the plot and no other does; or nothing touches the plot and
   the seat has a spire to spare. Of any of these seats, since each level's buildings are the same for all of them. */
static Plots plots_for_storey(const Game *g, const Variant *v, int first, int last) {
    Plots own[SEATS], plots = 0;
    for (int seat = first; seat < last; seat++) own[seat] = owned_by(g, seat);
    for (int level = 0; level < LEVELS && g->levels[level]; level++) {
        Plots tall = level ? buildings(g, g->levels[level]) : g->levels[0];
        for (int seat = first; seat < last; seat++) plots |= beside(tall & own[seat]) & ~beside(tall & ~own[seat]);
    }
    plots &= ~cornered_plots(g);
    for (int seat = first; seat < last; seat++)
        if (can_spare_spire(g, v, seat)) plots |= ~around(g->levels[0]);
    return plots & empty_plots(g);
}

static Plots plots_for_anybody(const Game *g, const Variant *v) { return plots_for_storey(g, v, 0, v->seats); }

static Plots open_buildings(const Game *g, const Variant *v) { return buildings(g, beside(plots_for_anybody(g, v))); }

static void add_storey(Game *g, int plot) {
    g->levels[height(g, plot_set(plot))] |= plot_set(plot);
    g->latest[plot] = STOREYS - --g->storey_supply;
    g->has_built[g->seat] = 1;
    g->quiet = -1;
    Plots building = buildings(g, plot_set(plot)), top = 0;
    for (int seat = 0; seat < SEATS; seat++) g->spires[seat] &= ~building;
    int newest = 0;
    for (Plots rest = g->levels[height(g, building) - 1] & building; rest; rest &= rest - 1)
        if (g->latest[plot_number(rest)] > newest) newest = g->latest[plot_number(rest)], top = rest & -rest;
    g->spires[g->seat] |= top;
}

/* The course of the game */

static void setup(Game *g, const Variant *v) {
    memset(g, 0, sizeof *g);
    memset(g->hand, ROOFS_EACH, v->seats);
    g->roof_supply = ROOFS - ROOFS_EACH * v->seats;
    g->road_supply = ROADS;
    g->storey_supply = STOREYS;
}

static inline int next_seat(const Variant *v, int seat) { return seat + 1 < v->seats ? seat + 1 : 0; }

static void pass_on_turn(Game *g, const Variant *v) {
    do g->seat = next_seat(v, g->seat); while (g->left[g->seat]);
}

static inline int is_bankrupt(const Game *g, int seat, Plots open) {
    return !g->left[seat] && g->has_built[seat] && !(g->spires[seat] & open);
}

static int seats_to_demand(const Game *g, const Variant *v) {
    Plots open = open_buildings(g, v);
    int seats = 0;
    if (g->spires[g->seat] & open)
        for (int seat = 0; seat < v->seats; seat++) seats |= is_bankrupt(g, seat, open) << seat;
    return seats;
}

static int next_bankrupt(const Game *g, const Variant *v) {
    Plots open = open_buildings(g, v);
    if (open & spire_plots(g))
        for (int i = 0, seat = g->seat; i < v->seats; i++) {
            seat = next_seat(v, seat);
            if (is_bankrupt(g, seat, open)) return seat;
        }
    return -1;
}

static int end_if_over(Game *g, const Variant *v) {
    if (!g->storey_supply || players_left(g, v) == 1 || !plots_for_anybody(g, v)) g->phase = OVER;
    return g->phase == OVER;
}

static int go_bankrupt(Game *g, const Variant *v, int seat) {
    g->left[seat] = v->seats - players_left(g, v) + 1;
    g->spires[seat] = 0;
    g->roof_supply += g->hand[seat];
    g->hand[seat] = 0;
    memset(g->figures[seat], OFF, 2);
    return end_if_over(g, v);
}

static void begin_turn(Game *g, const Variant *v) {
    pass_on_turn(g, v);
    if (v->automatic) {
        for (int seat; (seat = next_bankrupt(g, v)) >= 0;)
            if (go_bankrupt(g, v, seat)) return;
        if (g->left[g->seat]) pass_on_turn(g, v);
    }
    g->phase = !v->automatic && seats_to_demand(g, v) ? DEMAND : ROLL;
}

static void end_turn(Game *g, const Variant *v) {
    if (++g->quiet == STANDSTILL) g->phase = OVER;
    else begin_turn(g, v);
}

static inline Plots plots_for_roof(const Game *g) { return g->ones && g->hand[g->seat] ? free_tops(g) : 0; }

static inline Plots plots_to_raise(const Game *g, const Variant *v) {
    if (!g->sixes) return 0;
    Plots plots = free_tops(g) & owned_by(g, g->seat);
    return plots ? plots & open_buildings(g, v) : 0;
}

static void go_on_with_dice(Game *g, const Variant *v) {
    if (plots_for_roof(g) | plots_to_raise(g, v)) g->phase = DICE;
    else end_turn(g, v);
}

static void begin_dice(Game *g, const Variant *v) {
    if (g->dice[0] == g->dice[1] && g->roof_supply) g->roof_supply--, g->hand[g->seat]++;
    go_on_with_dice(g, v);
}

static inline int crossed_plot(const Game *g) { return crossed[g->figures[g->seat][0]][g->figures[g->seat][1]]; }

static int choices_at_crossing(const Game *g, const Variant *v) {
    int plot = crossed_plot(g);
    if (plot < 0) return 0;
    Plots site = plot_set(plot);
    if (site & empty_plots(g))
        return (site & plots_for_storey(g, v, g->seat, g->seat + 1) ? CAN_STOREY : 0) | (g->road_supply ? CAN_ROAD : 0);
    if (site & g->roofs) return site & open_buildings(g, v) ? CAN_DEMOLISH : 0;
    if (site & free_tops(g) & owned_by(g, g->seat)) return site & open_buildings(g, v) ? CAN_RAISE : 0;
    return 0;
}

/* Legal actions, ascending */

static inline int after(int square, int steps) { return ((square - 1 + steps) & (SQUARES - 1)) + 1; }

#define ORDER(i, j) { int x = n[i], y = n[j]; n[i] = x < y ? x : y; n[j] = x < y ? y : x; }

/* With both figures on the board there are twelve ways to move: a sorting network has no branch to mispredict. */
static int moves_on_board(int a, int b, int one, int two, int *restrict out) {
    int n[13], count = 0, both = one + two;
    for (int way = 0; way < 2; way++, one = -one, both = -both) {
        n[6 * way] = pair_number[after(a, both)][b];
        n[6 * way + 1] = pair_number[a][after(b, both)];
        n[6 * way + 2] = pair_number[after(a, one)][after(b, two)];
        n[6 * way + 3] = pair_number[after(a, one)][after(b, -two)];
        n[6 * way + 4] = pair_number[after(a, two)][after(b, one)];
        n[6 * way + 5] = pair_number[after(a, -two)][after(b, one)];
    }
    ORDER(0, 8) ORDER(1, 7) ORDER(2, 6) ORDER(3, 11) ORDER(4, 10) ORDER(5, 9)
    ORDER(0, 1) ORDER(2, 5) ORDER(3, 4) ORDER(6, 9) ORDER(7, 8) ORDER(10, 11)
    ORDER(0, 2) ORDER(1, 6) ORDER(5, 10) ORDER(9, 11)
    ORDER(0, 3) ORDER(1, 2) ORDER(4, 6) ORDER(5, 7) ORDER(8, 11) ORDER(9, 10)
    ORDER(1, 4) ORDER(3, 5) ORDER(6, 8) ORDER(7, 10)
    ORDER(1, 3) ORDER(2, 5) ORDER(6, 9) ORDER(8, 10)
    ORDER(2, 3) ORDER(4, 5) ORDER(6, 7) ORDER(8, 9)
    ORDER(4, 6) ORDER(5, 7)
    ORDER(3, 4) ORDER(5, 6) ORDER(7, 8)
    n[12] = -1;
    for (int i = 0; i < 12; i++) { /* equal positions are one move */
        out[count] = MOVE0 + n[i];
        count += n[i] != n[i + 1];
    }
    return count;
}

static inline int ways(int square) { return square == OFF ? 8 : 2; }

static inline int reached(int square, int steps, int way) { /* from off the board by a corner, as the first step */
    if (square == OFF) square = (way & 6) * 4 + 1, steps--;
    return after(square, way & 1 ? steps : -steps);
}

static int legal_moves(const Game *g, int *restrict out) {
    const uint8_t *figures = g->figures[g->seat];
    int one = g->dice[0], two = g->dice[1], count = 0;
    if (figures[0] != OFF) return moves_on_board(figures[0], figures[1], one, two, out);
    uint64_t found[PAIRS / 64 + 1] = {0}; /* sorted and distinct by itself */
    for (int figure = 0; figure < 2; figure++) {
        int mover = figures[figure], other = figures[1 - figure];
        for (int way = 0; way < ways(mover); way++) {
            int n = pair_number[reached(mover, one + two, way)][other];
            found[n / 64] |= 1ull << n % 64;
            for (int other_way = 0; other_way < ways(other); other_way++) {
                n = pair_number[reached(mover, one, way)][reached(other, two, other_way)];
                found[n / 64] |= 1ull << n % 64;
            }
        }
    }
    for (int word = 0; word <= PAIRS / 64; word++)
        for (uint64_t rest = found[word]; rest; rest &= rest - 1)
            out[count++] = MOVE0 + word * 64 + __builtin_ctzll(rest);
    return count;
}

static inline int list_plots(int *out, int count, int first, Plots plots) {
    for (; plots; plots &= plots - 1) out[count++] = first + plot_number(plots);
    return count;
}

static int legal(const Game *g, const Variant *v, int *restrict out) {
    int count = 0;
    if (g->phase == MOVE) return legal_moves(g, out);
    if (g->phase == CROSS) {
        int plot = crossed_plot(g), choices = choices_at_crossing(g, v);
        if (choices & CAN_STOREY) out[count++] = STOREY0 + plot;
        if (choices & CAN_ROAD) out[count++] = ROAD0 + plot;
        if (choices & CAN_DEMOLISH) out[count++] = DEMOLISH0 + plot;
        if (choices & CAN_RAISE) out[count++] = RAISE0 + plot;
        if (choices & (CAN_DEMOLISH | CAN_RAISE)) out[count++] = DECLINE;
        return count;
    }
    if (g->phase == DICE) {
        count = list_plots(out, 0, RAISE0, plots_to_raise(g, v));
        count = list_plots(out, count, ROOF0, plots_for_roof(g));
    } else
        for (int seats = seats_to_demand(g, v); seats; seats &= seats - 1)
            out[count++] = DEMAND0 + __builtin_ctz(seats);
    out[count] = DECLINE;
    return count + 1;
}

/* Lists the outcomes and returns their weight. */
static inline int chance(const Game *g, const Variant *v, int *restrict actions, int *restrict weights) {
    int first = g->phase == START ? START0 : ROLL0, count = g->phase == START ? v->seats : ROLLS, total = 0;
    for (int i = 0; i < count; i++) actions[i] = first + i, total += weights[i] = 1;
    return total;
}

static void apply(Game *g, const Variant *v, int action) {
    switch (g->phase) {
    case ROLL: {
        int one = (action - ROLL0) / 6 + 1, two = (action - ROLL0) % 6 + 1;
        g->dice[0] = one, g->dice[1] = two;
        g->ones = (one == 1) + (two == 1);
        g->sixes = (one == 6) + (two == 6);
        g->phase = MOVE;
        break;
    }
    case MOVE:
        memcpy(g->figures[g->seat], pairs[action - MOVE0], 2);
        if (choices_at_crossing(g, v)) g->phase = CROSS;
        else begin_dice(g, v);
        break;
    case CROSS: {
        int plot = crossed_plot(g);
        if (action == STOREY0 + plot || action == RAISE0 + plot) {
            add_storey(g, plot);
            if (end_if_over(g, v)) break;
        } else if (action == ROAD0 + plot) {
            g->roads |= plot_set(plot);
            g->road_supply--;
            g->quiet = -1;
            if (end_if_over(g, v)) break;
        } else if (action == DEMOLISH0 + plot) {
            g->roofs &= ~plot_set(plot);
            g->roof_supply++;
        }
        begin_dice(g, v);
        break;
    }
    case DICE:
        if (action == DECLINE) {
            end_turn(g, v);
            break;
        }
        if (action >= ROOF0) {
            g->roofs |= plot_set(action - ROOF0);
            g->hand[g->seat]--;
            g->ones--;
        } else {
            add_storey(g, action - RAISE0);
            g->sixes--;
            if (end_if_over(g, v)) break;
        }
        go_on_with_dice(g, v);
        break;
    case DEMAND:
        if (action == DECLINE) g->phase = ROLL;
        else if (!go_bankrupt(g, v, action - DEMAND0)) g->phase = seats_to_demand(g, v) ? DEMAND : ROLL;
        break;
    default:
        g->seat = action - START0;
        g->phase = ROLL;
    }
}

/* Plays games number `first` and following of `seed`; adds up scores by seat; returns the number of actions. */
int64_t random_games(int players, int automatic, int64_t seed, int64_t first, int64_t count, int64_t *totals) {
    const Variant v = {players, automatic, players == 2 ? 3 : 2};
    Game game;
    int64_t played = 0;
    int actions[MOST], weights[ROLLS];
    prepare();
    for (int64_t number = first; number < first + count; number++) {
        uint32_t dice[4] = {seed, seed >> 32, number, 1 + (number >> 32)};
        for (int i = 0; i < 16; i++) roll(dice);
        for (setup(&game, &v); game.phase != OVER; played++) {
            int action;
            if (game.phase == START || game.phase == ROLL) {
                int ticket = below(dice, chance(&game, &v, actions, weights)), i = 0;
                while (ticket >= weights[i]) ticket -= weights[i++];
                action = actions[i];
            } else
                action = actions[below(dice, legal(&game, &v, actions))];
            apply(&game, &v, action);
        }
        for (int seat = 0; seat < players; seat++) totals[seat] += height(&game, owned_by(&game, seat));
    }
    return played;
}
