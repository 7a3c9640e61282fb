// What is used of the C library's <math.h>, which not every platform shows to Swift.
double acos(double);
double atan2(double, double);
double cos(double);
double exp(double);
double hypot(double, double);
double log(double);
double log10(double);
double pow(double, double);
double sin(double);
double tanh(double);
float atan2f(float, float);
float cbrtf(float);
float erff(float);
float expf(float);
float logf(float);
float powf(float, float);
